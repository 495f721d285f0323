import { catalogue } from '../base/language.ts'

const english = {
  title: 'Usage analytics',
  question:
    'May we record how you use Plumbline, with Amplitude, to find out what works and what does not? What you type is never recorded. You can change this in your profile.',
  allow: 'Allow',
  refuse: 'No thanks',
  setting: 'Record how I use Plumbline',
  settingHelp:
    'With Amplitude: the pages you open and a screen recording in which everything you type is hidden. Saved on this device.',
}
export type AnalyticsText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    analytics: AnalyticsText
  }
}

export const useAnalyticsText = catalogue('analytics', english)
