-- Files and versions in the trash: gone for everybody, restorable for 30 days.
alter table bim_file_headers
  add column deleted_at timestamptz,
  add column deleted_by_name text,
  -- raised when an older version is made current: later uploads start from it
  add column last_rank integer not null default 0;
create index bim_file_headers_trash on bim_file_headers (deleted_at) where deleted_at is not null;

alter table bim_file_variants
  add column deleted_at timestamptz,
  add column deleted_by_name text,
  -- of the versions that are ready, the one of the highest rank is current, then the newest
  add column rank integer not null default 0,
  add column suitability text check (suitability in ('S0', 'S1', 'S2', 'S3', 'S4')),
  -- what the model says of its storeys: levels are proposed from them
  add column storeys jsonb not null default '[]';
create index bim_file_variants_trash on bim_file_variants (deleted_at) where deleted_at is not null;
create index bim_file_variants_artefacts on bim_file_variants (artefacts_team_id, artefacts_key)
  where artefacts_key is not null;

-- an issue keeps its place though the file that it was on is gone for good
alter table issue_anchors drop constraint issue_anchors_bim_file_header_id_fkey;
