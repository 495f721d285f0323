import { catalogue, count } from '../../base/language.ts'

const english = {
  /** above the list of issues in the viewer */
  needLook: (places: number) => count(places, 'place needs a look', 'places need a look'),
  review: 'Review',
  title: 'Places to review',
  back: 'All issues',
  done: 'No place needs a look',
  position: (one: number, of: number) => `${one} of ${of}`,
  previous: 'Previous place',
  next: 'Next place',
  before: 'Picture of the version before',
  lookingFor: (element: string) => `Where is “${element}” now?`,
  proposals: 'Proposals',
  noProposals: 'Nothing like it was found. Select the element in the model, or say that it is gone.',
  away: (distance: string) => `${distance} away`,
  confirm: 'Confirm',
  isSelected: 'It is the selected one',
  putHere: 'Put it here',
  pointNow: 'Press the place in the model.',
  cancel: 'Cancel',
  isGone: 'It is gone',
  decided: (number: number) => `Place of #${number} set`,
  othersFollow: (others: number) => count(others, 'other place follows', 'other places follow'),
  undo: 'Undo',
  movedAlike: (places: number) => `Confirm all that moved the same way (${places})`,
  allDecided: (places: number) => count(places, 'place set', 'places set'),
  someFailed: (places: number) => count(places, 'place could not be set', 'places could not be set'),
}
export type ReviewText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    review: ReviewText
  }
}

export const useReviewText = catalogue('review', english)
