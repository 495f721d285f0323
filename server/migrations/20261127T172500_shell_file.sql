-- The chunk of a model's largest elements, which a browser fetches along with the manifest that names it.
alter table bim_file_variants add column shell_file text;
