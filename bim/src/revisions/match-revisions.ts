import { findDisplacement } from './find-displacement.ts'
import { KeyPairs } from './key-pairs.ts'
import {
  learnKeyTrust,
  matchAlikeInPlace,
  matchByKey,
  matchLeftKeys,
  matchSamePlace,
} from './match-in-place.ts'
import { matchMovedTogether, matchNearest } from './match-moved.ts'
import { matchMerges, matchSplits, matchTree } from './match-parts.ts'
import { listProposals, matchSimilar } from './match-similar.ts'
import { Matching, type RevisionMatch, SURE_SCORE } from './matching.ts'
import { type Displacement, hasForm, PlacedForms } from './placed-forms.ts'
import type { Revision } from './revision.ts'
import { ALIKE } from './similarity.ts'

export interface MatchedRevisions extends RevisionMatch {
  displacement: Displacement
  /** share of the older version's elements with a shape that were found again */
  share: number
}

/** From this share on an exporter is taken to keep its keys: an element that has its key is the same one. */
const TRUSTED_KEYS = 0.8

/**
 * Matches the elements of two versions of a file, in stages from certain to careful. Every match has a way and a score;
 * what stays ambiguous becomes a proposal.
 */
export function matchRevisions(older: Revision, newer: Revision): MatchedRevisions {
  const keys = new KeyPairs(older, newer)
  const displacement = findDisplacement(older, newer, keys)
  const matching = new Matching(older, newer, new PlacedForms(older, displacement), keys)
  const guidTrust = learnKeyTrust(matching, 'guid')
  if (guidTrust >= TRUSTED_KEYS) matchByKey(matching, 'guid', guidTrust)
  const tagTrust = learnKeyTrust(matching, 'tag')
  if (tagTrust >= TRUSTED_KEYS) matchByKey(matching, 'tag', tagTrust)
  matchSamePlace(matching)
  matchMovedTogether(matching)
  matchAlikeInPlace(matching)
  matchByKey(matching, 'guid', guidTrust)
  matchByKey(matching, 'tag', tagTrust)
  const nameTrust = learnKeyTrust(matching, 'name')
  if (nameTrust >= TRUSTED_KEYS) matchByKey(matching, 'name', nameTrust)
  matchSplits(matching)
  matchMerges(matching)
  matchNearest(matching, 0, SURE_SCORE)
  matchSimilar(matching)
  matchNearest(matching, ALIKE, SURE_SCORE)
  if (guidTrust >= TRUSTED_KEYS) matchLeftKeys(matching)
  const proposals = listProposals(matching)
  matchTree(matching)
  let shaped = 0
  let found = 0
  for (let row = 0; row < older.count; row++) {
    if (!hasForm(older, row)) continue
    shaped++
    if (matching.to[row] !== -1) found++
  }
  const { to, way, score, splits } = matching
  return { to, way, score, splits, proposals, displacement, share: shaped === 0 ? 1 : found / shaped }
}
