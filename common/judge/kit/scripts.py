"""The two shell scripts of a kit. Their lines end with LF, wherever the kit is made."""

from __future__ import annotations

ROOT_VARIABLE = "AUTOGRADER_ROOT"  # instead of /autograder, for trying a kit
PYTHON_VARIABLE = "KIT_PYTHON"  # instead of python3
ENVIRONMENT = f"""\
root="${{{ROOT_VARIABLE}:-/autograder}}"
source="$root/source"
export FIVE_BOARD_GAMES_CACHE="$source/machine-code" PYTHONPATH="$source/project"
"""
SETUP = f"""\
#!/usr/bin/env bash
# Install the grader. Gradescope runs this once, when the image of the autograder is built.
set -euo pipefail
{ENVIRONMENT}
python="${{{PYTHON_VARIABLE}:-python3}}"
if ! "$python" -c "import ensurepip, venv" 2>/dev/null; then
    apt-get update
    apt-get install -y --no-install-recommends python3 python3-venv
fi
"$python" -c "import sys; sys.exit('the kit needs Python 3.10 or newer: choose a newer image' \\
    if sys.version_info < (3, 10) else 0)"
"$python" -m venv "$root/environment"
packages=(-r "$source/requirements.txt")
if [ -d "$source/wheels" ]; then
    packages+=(--no-index --find-links "$source/wheels")
fi
"$root/environment/bin/python" -m pip install --quiet --disable-pip-version-check "${{packages[@]}}" || {{
    echo "The packages cannot be installed: was the kit made with the Python of this image ($("$python" -V))?"
    exit 1
}}
chmod -R go-rwx "$source" "$root/environment"
"$root/environment/bin/python" -s -m common.judge.kit.run prepare "$root"
"""
RUN_AUTOGRADER = f"""\
#!/usr/bin/env bash
# Grade one submission. Gradescope runs this for each; the settings are in settings.ini.
set -euo pipefail
{ENVIRONMENT}
cd "$source"
exec "$root/environment/bin/python" -s -m common.judge.kit.run grade "$root"
"""
