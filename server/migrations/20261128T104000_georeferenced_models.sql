-- Whether a model has a georeference of its own, so that a browser finds the one that defines a project's coordinates
-- without a look at all; null for models that were converted before.
alter table bim_file_variants add column is_georeferenced boolean;
