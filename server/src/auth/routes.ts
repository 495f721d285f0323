import * as auth from '@plumbline/contract/auth/auth'
import * as account from '@plumbline/contract/users/account'
import { getMe } from '@plumbline/contract/users/users'
import { bind } from '../context.ts'
import { readMe } from '../users/me.ts'
import { beginEmailChange, confirmEmailChange, giveUpEmailChange } from './change-email.ts'
import { setPassword } from './change-password.ts'
import { codeAddress, exchangeKey } from './codes.ts'
import { readSessions, signDeviceOut, signOthersOut } from './devices.ts'
import {
  beginPasskey,
  beginPasskeyLogin,
  dropPasskey,
  keepPasskey,
  passkeySignIn,
  readPasskeys,
} from './passkeys.ts'
import { beginReset, finishReset } from './reset.ts'
import { renewXsrfCookie } from './sessions.ts'
import { signIn, signOut } from './sign-in.ts'
import { beginSignup, finishSignup } from './sign-up.ts'
import { beginTotp, turnTotpOff, turnTotpOn } from './totp.ts'

export const authRoutes = [
  // here and not with the users, because it renews the session's anti-forgery cookie
  bind(getMe, async (ctx) => {
    if (ctx.actor.session_id !== null) renewXsrfCookie(ctx, ctx.actor.session_id)
    return readMe(ctx.tx, ctx.actor.user_id)
  }),
  bind(auth.login, signIn),
  bind(auth.logout, signOut),
  bind(auth.startSignup, beginSignup),
  bind(auth.exchangeSignupKey, exchangeKey),
  bind(auth.checkSignupCode, async (ctx, { query }) => ({
    email: await codeAddress(ctx, 'SIGNUP', query.code),
  })),
  bind(auth.completeSignup, finishSignup),
  bind(auth.startReset, beginReset),
  bind(auth.checkResetCode, async (ctx, { query }) => ({
    email: await codeAddress(ctx, 'RESET', query.code),
  })),
  bind(auth.completeReset, finishReset),
  bind(account.listSessions, readSessions),
  bind(account.endSession, signDeviceOut),
  bind(account.endOtherSessions, signOthersOut),
  bind(account.changePassword, setPassword),
  bind(account.changeEmail, beginEmailChange),
  bind(account.confirmEmail, confirmEmailChange),
  bind(account.cancelEmailChange, giveUpEmailChange),
  bind(account.startTotp, beginTotp),
  bind(account.confirmTotp, turnTotpOn),
  bind(account.stopTotp, turnTotpOff),
  bind(auth.startPasskeyLogin, beginPasskeyLogin),
  bind(auth.loginWithPasskey, passkeySignIn),
  bind(account.listPasskeys, readPasskeys),
  bind(account.startPasskey, beginPasskey),
  bind(account.addPasskey, keepPasskey),
  bind(account.removePasskey, dropPasskey),
]
