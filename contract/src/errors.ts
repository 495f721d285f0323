import type { SentReason } from './fields.ts'

/**
 * Every refusal of the API with its stable code, HTTP status and default message. The four lower-case messages are
 * prescribed by the specification.
 */
export const errors = {
  bad_request: { status: 400, message: 'The request is not valid' },
  bad_password: { status: 400, message: 'bad password' },
  bad_key: { status: 400, message: 'This key is incorrect' },
  // codes defined by OAuth 2
  invalid_request: { status: 400, message: 'The access request of the program is not valid' },
  invalid_grant: { status: 400, message: 'This code or token is not valid or has expired' },
  unsupported_grant_type: { status: 400, message: 'Tokens are not issued for this grant type' },
  invalid_redirect_uri: { status: 400, message: 'This redirect address is not allowed for the program' },
  invalid_client_metadata: { status: 400, message: 'The details of the program are not valid' },
  unauthenticated: { status: 401, message: 'missing or malformed jwt' },
  second_factor_required: { status: 401, message: 'Type the code of your authenticator app' },
  bad_credentials: { status: 401, message: 'bad credentials' },
  invalid_client: { status: 401, message: 'The program could not be authenticated' },
  payment_required: { status: 402, message: 'The plan of this company does not cover this' },
  forbidden: { status: 403, message: 'You do not have access to this' },
  insufficient_scope: { status: 403, message: 'This token does not allow this' },
  bad_xsrf_token: { status: 403, message: 'The anti-forgery token is missing or wrong' },
  not_found: { status: 404, message: 'This does not exist or you have no access to it' },
  conflict: { status: 409, message: 'This conflicts with the current state' },
  wrong_state: { status: 409, message: 'This is not possible in the current state' },
  archived: { status: 409, message: 'This project is archived and can only be read' },
  payment_declined: { status: 409, message: 'The payment was declined' },
  no_seats: { status: 409, message: 'All seats of this company are in use' },
  last_administrator: {
    status: 409,
    message: 'The last administrator cannot leave or lose this permission level',
  },
  already_exists: { status: 409, message: 'This already exists' },
  link_expired: { status: 410, message: 'verification link expired' },
  timed_out: { status: 408, message: 'The request did not arrive in time' },
  stale: { status: 412, message: 'Somebody else has changed this in the meantime' },
  unsupported_version: { status: 412, message: 'This server speaks tus 1.0.0: send Tus-Resumable: 1.0.0' },
  too_large: { status: 413, message: 'This is too large' },
  unsupported_type: { status: 415, message: 'This kind of file is not supported' },
  idempotency_key_reused: { status: 422, message: 'This Idempotency-Key was used for another request' },
  not_a_model: { status: 422, message: 'This is not a building model' },
  too_many_requests: { status: 429, message: 'Too many requests, try again later' },
  internal: { status: 500, message: 'Server error' },
  unavailable: { status: 503, message: 'The server is not ready, try again shortly' },
  disk_full: { status: 507, message: 'The disk of this server is full. Its operator has to make room.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** The body of every error response. */
export interface ErrorBody {
  error: string
  /** English text for people and API clients */
  message: string
  /** the message as code and values */
  reason?: SentReason
  /** problems by field path, such as `name` or `address.city` */
  fields?: Record<string, string>
  /** the same problems as code and values; problems without a code are missing */
  field_reasons?: Record<string, SentReason>
  request_id: string
}
