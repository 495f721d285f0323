import * as account from '@plumbline/contract/auth/account'
import * as auth from '@plumbline/contract/auth/auth'
import * as me from '@plumbline/contract/users/get-me'
import { bindAll } from '../context.ts'
import { addPasskey } from './add-passkey.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { checkResetCode } from './check-reset-code.ts'
import { checkSignupCode } from './check-signup-code.ts'
import { completeReset } from './complete-reset.ts'
import { completeSignup } from './complete-signup.ts'
import { confirmEmail } from './confirm-email.ts'
import { confirmTotp } from './confirm-totp.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { exchangeSignupKey } from './exchange-signup-key.ts'
import { getMe } from './get-me.ts'
import { listPasskeys } from './list-passkeys.ts'
import { listSessions } from './list-sessions.ts'
import { login } from './login.ts'
import { loginWithPasskey } from './login-with-passkey.ts'
import { logout } from './logout.ts'
import { removePasskey } from './remove-passkey.ts'
import { startPasskey } from './start-passkey.ts'
import { startPasskeyLogin } from './start-passkey-login.ts'
import { startReset } from './start-reset.ts'
import { startSignup } from './start-signup.ts'
import { startTotp } from './start-totp.ts'
import { stopTotp } from './stop-totp.ts'

export const authRoutes = [
  ...bindAll(me, { getMe }),
  ...bindAll(auth, {
    login,
    logout,
    startSignup,
    exchangeSignupKey,
    checkSignupCode,
    completeSignup,
    startReset,
    checkResetCode,
    completeReset,
    startPasskeyLogin,
    loginWithPasskey,
  }),
  ...bindAll(account, {
    listSessions,
    endSession,
    endOtherSessions,
    changePassword,
    changeEmail,
    confirmEmail,
    cancelEmailChange,
    startTotp,
    confirmTotp,
    stopTotp,
    listPasskeys,
    startPasskey,
    addPasskey,
    removePasskey,
  }),
]
