"""Parts of the program that trains the packaged embedding model, `tools/train_static_model.py`."""
