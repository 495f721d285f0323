-- hours of work that people expect an issue to take
alter table issues
  add column estimate_hours numeric(8, 2)
    constraint issues_estimate_hours_range check (estimate_hours between 0 and 100000);
