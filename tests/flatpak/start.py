#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""start.py APP FOLDER TREE

That Sounder comes to its first frame in its sandbox, and how much longer that takes than the same files with the same
libraries without one. Runs within the desktop that the script session makes. The claim is one line; the time is told
beside it and is no claim: it is the machine's.
"""
import statistics
import subprocess
import sys
import time

N_RUNS = 9


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd='/', timeout=600)
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
    print(f'ok      the first frame comes {N_RUNS + 1} times,', f'{difference * 1000:.0f} ms later than outside:',
          f'{medians[0] * 1000:.0f} ms, {medians[1] * 1000:.0f} ms, medians of {N_RUNS}', flush=True)


main()
