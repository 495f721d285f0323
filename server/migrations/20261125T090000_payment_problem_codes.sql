-- Why a payment failed: a code of the contract's reasons instead of its English sentence.
alter table payments rename column problem to problem_code;
update payments set problem_code = case problem_code
    when 'This card has insufficient funds.' then 'card_without_funds'
    when 'This card has expired.' then 'card_expired'
    when 'Your bank requires a confirmation, which was not given.' then 'card_not_confirmed'
    else 'card_declined'
  end
  where problem_code is not null;
alter table payments add constraint payments_problem_code_check
  check (problem_code in ('card_declined', 'card_without_funds', 'card_expired', 'card_not_confirmed'));
