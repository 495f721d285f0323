-- `vocabulary`: what a project calls its types, trades and statuses, {type, trade, status}, each {names by code, codes that are
-- off, order of codes, own codes}. `former_names`: the project's own names that were replaced, {kind: {code: [names]}}, oldest first.
alter table projects
  add column vocabulary jsonb not null default '{
    "type": {"names": {}, "off": [], "order": [], "own": []},
    "trade": {"names": {}, "off": [], "order": [], "own": []},
    "status": {"names": {}, "off": [], "order": [], "own": []}
  }',
  add column former_names jsonb not null default '{}';

-- what new projects of a company begin with
alter table teams
  add column vocabulary jsonb not null default '{
    "type": {"names": {}, "off": [], "order": [], "own": []},
    "trade": {"names": {}, "off": [], "order": [], "own": []},
    "status": {"names": {}, "off": [], "order": [], "own": []}
  }';

-- values of a project's own, beside the built-in ones; not checked again, because every value of before is among them
alter table issues
  drop constraint issues_type_check,
  add constraint issues_type_check check (
    type = any (array['DEFECT', 'CLASH', 'COORDINATION', 'RFI', 'QUALITY', 'SAFETY', 'CHANGE', 'TASK', 'OTHER'])
    or type ~ '^OWN_[1-9][0-9]{0,2}$') not valid,
  drop constraint issues_trade_check,
  add constraint issues_trade_check check (
    trade = any (array['ARCHITECTURE', 'STRUCTURE', 'HVAC', 'PLUMBING', 'ELECTRICAL', 'FIRE_PROTECTION', 'ICT_LOW_VOLTAGE',
      'FACADE', 'INTERIOR_FITOUT', 'VERTICAL_TRANSPORT', 'CIVIL_SITE', 'LANDSCAPE', 'GENERAL'])
    or trade ~ '^OWN_[1-9][0-9]{0,2}$') not valid;
alter table bim_file_headers
  drop constraint bim_file_headers_trade_check,
  add constraint bim_file_headers_trade_check check (
    trade = any (array['ARCHITECTURE', 'STRUCTURE', 'HVAC', 'PLUMBING', 'ELECTRICAL', 'FIRE_PROTECTION', 'ICT_LOW_VOLTAGE',
      'FACADE', 'INTERIOR_FITOUT', 'VERTICAL_TRANSPORT', 'CIVIL_SITE', 'LANDSCAPE', 'GENERAL'])
    or trade ~ '^OWN_[1-9][0-9]{0,2}$') not valid;
