-- The nearest grid axes of a place in a model, such as "C/3": the words that people on site use.
alter table issue_anchors add column axes text;
