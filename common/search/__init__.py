"""Search: how an engine finds a move and proves a win, for any game.

Knowledge of one game lives in the packages of `common/games`.
"""
