import { useEffect, useRef, useState } from 'react'

/** Speech to text by the browser (Web Speech API), only where it stays on this device. */

interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  processLocally: boolean
  start(): void
  stop(): void
  abort(): void
}

interface RecognitionClass {
  new (): Recognition
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>
}

interface RecognitionResult extends Event {
  resultIndex: number
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
}

declare global {
  interface Window {
    SpeechRecognition?: RecognitionClass
  }
}

/** The interface's language with the person's region, if the browser names one. */
function findSpokenLanguage(): string {
  const { lang } = document.documentElement
  return navigator.languages.find((each) => each.split('-')[0] === lang && each.includes('-')) ?? lang
}

async function canRecognizeHere(lang: string): Promise<boolean> {
  const state = await window.SpeechRecognition?.available?.({ langs: [lang], processLocally: true })
  return state === 'available'
}

export type DictationError = 'not_allowed' | 'failed'

/**
 * Dictation in the interface's language. `toggle` is null where the browser has none or would send the speech elsewhere.
 * `onWords` gets each finished phrase.
 */
export function useDictation(onWords: (words: string) => void, onError: (error: DictationError) => void) {
  const [lang, setLang] = useState<string | null>(null)
  const [listening, setListening] = useState(false)
  const running = useRef<Recognition>(null)
  const latest = useRef({ onWords, onError })
  useEffect(() => {
    latest.current = { onWords, onError }
  })
  useEffect(() => {
    let isCurrent = true
    const spoken = findSpokenLanguage()
    canRecognizeHere(spoken).then(
      (here) => here && isCurrent && setLang(spoken),
      () => undefined,
    )
    return () => {
      isCurrent = false
      running.current?.abort()
    }
  }, [])
  function start(spoken: string) {
    if (!window.SpeechRecognition) return
    const recognition = new window.SpeechRecognition()
    Object.assign(recognition, { lang: spoken, continuous: true, processLocally: true })
    recognition.addEventListener('result', (event) => {
      const { resultIndex, results } = event as RecognitionResult
      for (let at = resultIndex; at < results.length; at++) {
        const words = results[at]?.isFinal ? results[at]?.[0]?.transcript.trim() : ''
        if (words) latest.current.onWords(words)
      }
    })
    recognition.addEventListener('error', (event) => {
      const { error } = event as Event & { error: string }
      if (error === 'not-allowed' || error === 'audio-capture') latest.current.onError('not_allowed')
      else if (error !== 'no-speech' && error !== 'aborted') latest.current.onError('failed')
    })
    recognition.addEventListener('end', () => {
      running.current = null
      setListening(false)
    })
    running.current = recognition
    setListening(true)
    recognition.start()
  }
  return {
    listening,
    toggle: lang === null ? null : () => (running.current ? running.current.stop() : start(lang)),
  }
}
