import type { Texts } from '../languages/texts.ts'

const french: Texts['errors'] = {
  offline: 'Le serveur est injoignable',
  bad_request: 'Cette saisie n’est pas valide',
  // said of a wrong password and of one that is too easy to guess
  bad_password: 'Ce mot de passe est incorrect ou trop facile à deviner',
  bad_key: 'Ce code n’est pas le bon',
  unauthenticated: 'Connectez-vous pour continuer',
  second_factor_required: 'Saisissez le code de votre application d’authentification',
  bad_credentials: 'L’adresse e-mail ou le mot de passe est incorrect',
  payment_required: 'L’abonnement de cette entreprise ne comprend pas cela',
  forbidden: 'Vous n’y avez pas accès',
  bad_xsrf_token: 'La session n’a pas pu être vérifiée. Rechargez la page.',
  not_found: 'Cet élément n’existe pas, ou vous n’y avez pas accès',
  conflict: 'C’est incompatible avec l’état actuel',
  wrong_state: 'C’est impossible dans l’état actuel',
  archived: 'Ce projet est archivé et ne peut être que consulté',
  payment_declined: 'Le paiement a été refusé',
  no_seats: 'Toutes les places de cette entreprise sont occupées',
  last_administrator: 'Le dernier administrateur ne peut ni partir ni perdre ce niveau d’autorisation',
  already_exists: 'Cela existe déjà',
  link_expired: 'Le lien de confirmation a expiré',
  stale: 'Quelqu’un d’autre a fait une modification entre-temps',
  too_large: 'C’est trop volumineux',
  unsupported_type: 'Ce type de fichier n’est pas pris en charge',
  not_a_model: 'Ce fichier n’est pas une maquette',
  too_many_requests: 'Trop de demandes. Réessayez plus tard.',
  internal: 'Erreur du serveur',
  unavailable: 'Le serveur n’est pas encore prêt. Réessayez dans un instant.',
}
export default french
