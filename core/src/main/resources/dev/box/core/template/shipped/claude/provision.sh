#!/bin/sh
set -eu
. "$BOX_LIB"
install_packages git gh ripgrep nodejs
install_npm @anthropic-ai/claude-code
place_agent_context .claude/CLAUDE.md
require git gh rg claude
