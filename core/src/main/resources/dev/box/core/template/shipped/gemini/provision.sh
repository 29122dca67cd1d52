#!/bin/sh
set -eu
. "$BOX_LIB"
install_packages git gh ripgrep nodejs
install_npm @google/gemini-cli
place_agent_context .gemini/GEMINI.md
require git gh rg gemini
