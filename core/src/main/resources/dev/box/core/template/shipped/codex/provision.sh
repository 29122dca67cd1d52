#!/bin/sh
set -eu
. "$BOX_LIB"
install_packages git gh ripgrep nodejs
install_npm @openai/codex
place_agent_context .codex/AGENTS.md
require git gh rg codex
