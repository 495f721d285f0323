-- `vocabulary`: what a project calls its types, trades and statuses, {type, trade, status}, each {names by code, codes that are
-- off, order of codes}. `former_names`: the project's own names that were replaced, {kind: {code: [names]}}, oldest first.
alter table projects
  add column vocabulary jsonb not null default '{
    "type": {"names": {}, "off": [], "order": []},
    "trade": {"names": {}, "off": [], "order": []},
    "status": {"names": {}, "off": [], "order": []}
  }',
  add column former_names jsonb not null default '{}';
