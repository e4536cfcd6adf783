#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""start.py APP FOLDER TREE

How much longer Sounder takes to its first frame in its sandbox than the same files with the same libraries without one.
Runs within the desktop that the script session makes; the claim is one line.
"""
import statistics
import subprocess
import sys
import time

N_RUNS = 9
MOST_SECONDS = 0.3


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd='/', timeout=60)
    return time.perf_counter() - start


def main():
    app, folder, tree = sys.argv[1:]
    inside = ['flatpak', '--user', 'run', app, '--exit-after-startup']
    outside = ['bwrap', '--ro-bind', tree, '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/run',
               '--ro-bind', '/tmp/.X11-unix', '/tmp/.X11-unix', '--bind', '/run/user/0', '/run/user/0',
               '--tmpfs', '/root', '--setenv', 'HOME', '/root', '--setenv', 'PATH', '/app/bin:/usr/bin',
               '--setenv', 'XDG_DATA_DIRS', '/app/share:/usr/share', '--ro-bind', f'{folder}/build/files', '/app',
               'sounder', '--exit-after-startup']
    seconds(inside)
    seconds(outside)
    # In turns: what else the machine does is the same for both.
    pairs = [(seconds(inside), seconds(outside)) for _ in range(N_RUNS)]
    medians = [statistics.median(column) for column in zip(*pairs)]
    difference = medians[0] - medians[1]
    good = difference < MOST_SECONDS
    print('ok     ' if good else 'not ok ', f'the first frame comes {difference * 1000:.0f} ms later than outside:',
          f'{medians[0] * 1000:.0f} ms, {medians[1] * 1000:.0f} ms, medians of {N_RUNS}', flush=True)
    sys.exit(0 if good else 1)


main()
