import { createHash, randomBytes } from 'node:crypto'
import { exchangeToken, giveConsent, registerClient, revokeAccess } from '@plumbline/contract/auth/oauth'
import type { TestApp } from './app.ts'
import { Client } from './client.ts'

/** An OAuth client played by a test. */

export const CALLBACK = 'http://127.0.0.1/callback'

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

type Given = Record<string, string | undefined>

/** Sends a URL-encoded form to an OAuth 2 endpoint. */
export function sendForm(app: TestApp, path: string, fields: Given, headers: Record<string, string> = {}) {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  const body = Buffer.from(new URLSearchParams(given).toString())
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return new Client(app).send('POST', path, body, { ...type, ...headers })
}

interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
  error?: string
}

export async function makeProgram(app: TestApp, wish: Partial<{ name: string; redirect: string }> = {}) {
  const redirect_uri = wish.redirect ?? CALLBACK
  const client = await new Client(app).call(registerClient, {
    body: {
      client_name: wish.name ?? 'Clash checker',
      redirect_uris: [redirect_uri],
      token_endpoint_auth_method: 'none',
    },
  })
  const { client_id } = client
  const verifier = randomBytes(32).toString('base64url')
  const request = {
    response_type: 'code',
    client_id,
    redirect_uri,
    state: 'where I was',
    code_challenge: digest(verifier),
    code_challenge_method: 'S256',
  }
  /** Gives consent as this person; returns the redirect URL. */
  const consent = async (person: Client, agreed = true, more: Given = {}) => {
    const { redirect_to } = await person.call(giveConsent, { body: { ...request, ...more, agreed } })
    return new URL(redirect_to)
  }
  const exchange = async (fields: Given) => {
    const answer = await sendForm(app, exchangeToken.path, { client_id, ...fields })
    return { ...answer, body: answer.body as Tokens }
  }
  const exchangeCode = (code: string, more: Given = {}) =>
    exchange({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier, ...more })
  const connect = async (person: Client) => {
    const code = (await consent(person)).searchParams.get('code') ?? ''
    return (await exchangeCode(code)).body
  }
  const refresh = (refresh_token: string) => exchange({ grant_type: 'refresh_token', refresh_token })
  const giveBack = (token: string) => sendForm(app, revokeAccess.path, { client_id, token })
  return { client_id, request, verifier, consent, exchange, exchangeCode, connect, refresh, giveBack }
}
