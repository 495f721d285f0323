/** All screens by their addresses, which the tests and the sheet of screens go through. */

export const outsideScreens = [
  '/welcome',
  '/login',
  '/signup',
  '/help',
  '/help/models',
  '/reset-password',
  '/reset-password?code=never-was',
  '/errors/restricted',
]
export const insideScreens = [
  '/projects',
  '/projects?layout=list',
  '/issues',
  '/issues?kind=TO_CHECK',
  '/chat',
  '/account',
  '/account?part=members',
  '/account?part=projects',
  '/account?part=audit',
  '/account?part=danger',
  '/me',
  '/terms',
  '/client',
  '/client?code=ZZZZ-ZZZZ',
  '/q/AAAAAAAAAAAAAAAAAAAAAA',
  '/errors/restricted',
  '/errors/payment',
  '/no-such-page',
]
/** for operators of the server only */
export const adminScreens = [
  '/admin',
  '/admin?part=storage',
  '/admin?part=work',
  '/admin?part=server',
  '/admin?part=log',
]
/** below `/project/<id>/` */
export const projectScreens = [
  'overview',
  'activity',
  'issues',
  'issues/1',
  'issues/999',
  'models',
  'elements',
  'elements?q=door&where=Pset_DoorCommon.FireRating<EI60',
  'viewer',
  'members',
  'members?list=invitations',
  'members?list=requests',
  'settings',
]
export const UNKNOWN_PROJECT_SCREEN = '/project/0193f0a0-0000-7000-8000-000000000000/issues'
