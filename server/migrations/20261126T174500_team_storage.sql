-- Stored bytes of each company, counted again every hour by a sweep, so that the list of the largest needs no sum over all files.
create table team_storage (
  team_id uuid primary key references teams (id) on delete cascade,
  bytes bigint not null,
  counted_at timestamptz not null
);
create index team_storage_largest on team_storage (bytes, team_id);
create index team_storage_oldest on team_storage (counted_at);

-- The list of failed conversions, the latest first.
create index bim_file_variants_failed on bim_file_variants (processed_at, id) where state = 'FAILED';
