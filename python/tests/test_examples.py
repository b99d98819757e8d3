import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples/python"


def test_a_small_evaluation_learns_something():
    words = [sys.executable, EXAMPLES / "train_small.py", "--positions", "6000", "--depth", "2"]
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    untrained, trained, _ = (
        float(error) for error in re.findall(r": root mean square error ([\d.]+) discs on", run.stdout)
    )
    assert trained < 0.7 * untrained, run.stdout
    against_random = float(re.search(r"random moves: ([\d.]+)%", run.stdout)[1])
    assert against_random > 75, run.stdout
