import { catalogue } from '../base/language.ts'

const english = {
  title: 'Measuring use',
  question:
    'May we record how you use Plumbline, with Amplitude, to see what works and what does not? What you type is never recorded. You can change this in your profile.',
  allow: 'Allow',
  refuse: 'No thanks',
  setting: 'Record how I use Plumbline',
  settingHelp:
    'With Amplitude: which pages you open and a recording of the screen in which what you type is hidden. Kept on this device.',
}
export type AnalyticsText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    analytics: AnalyticsText
  }
}

export const useAnalyticsText = catalogue('analytics', english)
