#!/bin/sh
set -eu
. "$BOX_LIB"
install_packages git gh ripgrep nodejs
install_npm opencode-ai
place_agent_context .config/opencode/AGENTS.md
require git gh rg opencode
