#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""embed.py OUTPUT INPUT…: a table of C with each document and its URI."""
import json
import pathlib
import sys

output, *inputs = map(pathlib.Path, sys.argv[1:])
rows = []
for path in inputs:
    document = json.loads(path.read_text(encoding='utf-8'))
    text = json.dumps(document, separators=(',', ':'), ensure_ascii=True)
    rows.append(f'  {{ {json.dumps(document["$id"].rstrip("#"))},\n    {json.dumps(text)} }},\n')
output.write_text('/* Made by embed.py. */\n' + ''.join(rows), encoding='utf-8')
