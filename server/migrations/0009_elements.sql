-- What converted files contain, for searching whole projects. Keyed like their artefacts: the same bytes are indexed
-- once for a company, whatever files and projects they are in.
create table element_models (
  id integer generated always as identity primary key,
  team_id uuid not null,
  artefacts_key text not null,
  -- of the rows below; another one is made anew
  version integer not null,
  elements integer not null,
  storeys jsonb not null,
  -- the file holds more than an index takes
  cut boolean not null,
  -- when a version of a file last came to use it; what no version uses is removed after a day
  used_at timestamptz not null default now(),
  unique (team_id, artefacts_key)
);

create table elements (
  model_id integer not null references element_models (id) on delete cascade,
  -- index in the model's structure
  element integer not null,
  guid text collate "C" not null,
  name text not null,
  tag text not null,
  class text not null,
  type text not null,
  -- index into the model's storeys, -1 outside of any
  storey integer not null,
  properties_hash bigint not null,
  shape_hash bigint not null,
  place_hash bigint not null,
  primary key (model_id, element)
);
create index elements_guid on elements (model_id, guid);

-- Properties of a model's elements, and what every element has as if it were a property.
create table element_properties (
  model_id integer not null references element_models (id) on delete cascade,
  id integer not null,
  kind text not null check (kind in ('property', 'class', 'type', 'storey', 'space', 'system', 'classification', 'material', 'word')),
  set_name text not null,
  name text not null,
  unit text not null,
  data_type text not null check (data_type in ('TEXT', 'NUMBER', 'BOOLEAN', 'RATING')),
  elements integer not null,
  distinct_values integer not null,
  -- the most frequent values: [value, elements]
  top jsonb not null,
  primary key (model_id, id)
);

-- The values of a property in their order, some hundred a row, with the elements that have each as compressed lists
-- (bim/src/elements/postings.ts). Rows are passed over by their lowest and highest number and text.
create table element_values (
  model_id integer not null references element_models (id) on delete cascade,
  property integer not null,
  part integer not null,
  low_number double precision,
  high_number double precision,
  low_key text collate "C" not null,
  high_key text collate "C" not null,
  -- values by line
  texts text not null,
  -- the same in small letters; null when it is the same
  folded text,
  -- doubles in base units, one for each value
  numbers bytea,
  postings bytea not null,
  primary key (model_id, property, part)
);
-- Both are compact already.
alter table element_values alter column numbers set storage external;
alter table element_values alter column postings set storage external;
