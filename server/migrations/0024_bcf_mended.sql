-- 0024_bcf was edited after it had landed: documents are kept as they were sent, so that nothing is known of pictures.
alter table bcf_documents drop column if exists kind, drop column if exists width, drop column if exists height,
  drop column if exists taken_at, drop column if exists taken_place;
