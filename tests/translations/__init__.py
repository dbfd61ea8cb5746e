"""The catalogues of translations: what is marked in the sources, what is translated, what is compiled."""
