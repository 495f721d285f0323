-- Searches read the words with their project (20261127T213000). An index of the words alone doubled the work of each write.
drop index issue_words_found;
