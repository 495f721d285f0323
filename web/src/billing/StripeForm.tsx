import { choosePaymentMethod } from '@plumbline/contract/billing/billing'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../api/query.ts'
import { themeStore } from '../base/theme.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Skeleton, SkeletonBlock } from '../ui/Skeleton.tsx'
import { loadStripeClient } from './stripe.ts'
import { useBillingText } from './text.ts'

const EmptyForm = z.object({})

/** Stripe's own payment form in an iframe: card data reaches neither this page nor our server. */
export default function StripeForm(props: {
  teamId: string
  client_secret: string
  publishable_key: string
  onDone: () => void
  onCancel: () => void
}) {
  const text = useBillingText()
  const { client_secret, publishable_key } = props
  const box = useRef<HTMLDivElement>(null)
  const parts = useRef<{ stripe: Stripe; elements: StripeElements }>(null)
  /** Data that Stripe has accepted: it accepts nothing twice, while our server may need another request. */
  const taken = useRef<{ method: string | null }>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const [problem, setProblem] = useState<string>()
  const choose = useWrite(choosePaymentMethod, {
    onDone: props.onDone,
    onError: (error) => setProblem(error.message),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    let gone = false
    let unmount = () => {}
    loadStripeClient(publishable_key).then(
      (stripe) => {
        if (gone || !box.current) return
        const theme = themeStore.read() === 'dark' ? 'night' : 'stripe'
        const elements = stripe.elements({ clientSecret: client_secret, appearance: { theme } })
        const form = elements.create('payment')
        form.on('ready', () => setState('ready'))
        form.on('loaderror', () => setState('failed'))
        form.mount(box.current)
        parts.current = { stripe, elements }
        unmount = () => form.destroy()
      },
      () => !gone && setState('failed'),
    )
    return () => {
      gone = true
      parts.current = null
      unmount()
    }
  }, [client_secret, publishable_key, attempt])
  async function confirm({ stripe, elements }: { stripe: Stripe; elements: StripeElements }) {
    const { error, setupIntent } = await stripe.confirmSetup({ elements, redirect: 'if_required' })
    // Stripe's form shows validation errors at its fields
    if (error)
      setProblem(error.type === 'validation_error' ? undefined : (error.message ?? text.confirmFailed))
    const method = setupIntent?.payment_method
    return error ? null : { method: typeof method === 'string' ? method : null }
  }
  async function save() {
    if (!parts.current) return
    setProblem(undefined)
    taken.current ??= await confirm(parts.current)
    if (!taken.current) return
    const { method } = taken.current
    if (method === null) return props.onDone()
    await choose.send({ params: { id: props.teamId }, body: { payment_method_id: method } })
  }
  if (state === 'failed')
    return (
      <Banner
        tone="danger"
        action={
          <Button
            onClick={() => {
              setState('loading')
              setAttempt((count) => count + 1)
            }}
          >
            {text.tryAgain}
          </Button>
        }
      >
        {text.stripeUnreachable}
      </Banner>
    )
  return (
    <Form schema={EmptyForm} problem={problem} onSubmit={save} className="mt-3" aria-label={text.addMethod}>
      {state === 'loading' && (
        <Skeleton>
          <SkeletonBlock className="h-40 w-full" />
        </Skeleton>
      )}
      <div ref={box} />
      <p className="text-13 text-text-muted">{text.stripeHint}</p>
      <FormActions>
        <Button look="primary" type="submit" disabled={state === 'ready' ? false : text.loading}>
          {text.addMethod}
        </Button>
        <Button onClick={props.onCancel}>{text.cancel}</Button>
      </FormActions>
    </Form>
  )
}
