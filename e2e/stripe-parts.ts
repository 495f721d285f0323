import type { Page } from '@playwright/test'
import type { Behaviour } from '../server/test/stripe/books.ts'
import type { FakeStripe } from '../server/test/stripe-server.ts'

/** Stripe's script, played as far as the screens use it: a form with one field, and a bank that asks. */

/** The behaviour of each card number that can be typed into the form. */
export const cards = {
  works: '4242 4242 4242 4242',
  /** is not taken as a payment method */
  refused: '4000 0000 0000 0002',
  /** is taken, and declined when it is charged */
  declined: '4000 0000 0000 0341',
  asks: '4000 0027 6000 3184',
} as const

const behaviours: Partial<Record<string, Behaviour>> = {
  [cards.works]: 'works',
  [cards.declined]: 'insufficient_funds',
  [cards.asks]: 'asks',
}

type Outcome = { error: { type: string; message: string } } | { setupIntent: { payment_method: string } }

/** The calls that the script sends to Stripe directly, past our server. */
interface StandIn {
  stripeTakesCard: (clientSecret: string, number: string) => Promise<Outcome>
  stripeHears: (clientSecret: string, confirmed: boolean) => Promise<void>
}

/** Runs in the page, in the place of Stripe's script. */
function script() {
  const standIn = window as unknown as StandIn
  const wrong = (type: string, message: string) => ({ error: { type, message } })
  function elements({ clientSecret }: { clientSecret: string }) {
    const input = document.createElement('input')
    const heard: Record<string, () => void> = {}
    const form = {
      on: (event: string, hear: () => void) => {
        heard[event] = hear
      },
      mount: (box: HTMLElement) => {
        const label = document.createElement('label')
        label.textContent = 'Card number'
        input.autocomplete = 'cc-number'
        label.append(input)
        box.replaceChildren(label)
        setTimeout(() => heard.ready?.())
      },
      destroy: () => input.closest('label')?.remove(),
    }
    return { clientSecret, number: () => input.value, create: () => form }
  }
  function ask(): Promise<boolean> {
    const bank = document.createElement('dialog')
    bank.setAttribute('aria-label', 'Your bank')
    document.body.append(bank)
    bank.showModal()
    return new Promise((resolve) => {
      for (const [name, answer] of [
        ['Yes, pay', true],
        ['No', false],
      ] as const) {
        const button = document.createElement('button')
        button.textContent = name
        button.onclick = () => {
          bank.remove()
          resolve(answer)
        }
        bank.append(button)
      }
    })
  }
  const stripe = () => ({
    elements,
    confirmSetup: async ({ elements: typed }: { elements: ReturnType<typeof elements> }) => {
      if (typed.number() === '') return wrong('validation_error', 'Your card number is incomplete.')
      return standIn.stripeTakesCard(typed.clientSecret, typed.number())
    },
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
      const answer = await ask()
      await standIn.stripeHears(clientSecret, answer)
      return answer ? { paymentIntent: {} } : wrong('card_error', 'The bank did not get its answer.')
    },
  })
  Object.assign(window, { Stripe: Object.assign(stripe, { version: 'endive' }) })
}

/** Serves Stripe's script locally and routes its input to the stand-in. */
export async function playStripe(page: Page, stripe: FakeStripe) {
  const takesCard = (clientSecret: string, number: string): Outcome => {
    const behaviour = behaviours[number]
    if (!behaviour) return { error: { type: 'card_error', message: 'Your card was declined.' } }
    const setup = stripe.books.all('setup_intent').find(({ client_secret }) => client_secret === clientSecret)
    if (setup?.status === 'succeeded')
      return { error: { type: 'invalid_request_error', message: 'This SetupIntent has already succeeded.' } }
    return { setupIntent: { payment_method: stripe.addCard(clientSecret, behaviour, number.slice(-4)) } }
  }
  await page.exposeFunction('stripeTakesCard', takesCard)
  await page.exposeFunction('stripeHears', (clientSecret: string, confirmed: boolean) =>
    stripe.authenticate(clientSecret, confirmed),
  )
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${script})()` }),
  )
}
