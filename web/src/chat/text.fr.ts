import { counter } from '../app/language.ts'
import type { ChatText } from './text.ts'

const count = counter('fr')

const french: ChatText = {
  title: 'Messagerie',
  threads: 'Conversations',
  empty: 'Aucune conversation pour le moment',
  emptyHint: 'Chacun de vos projets en a une : créez d’abord un projet ou rejoignez-en un.',
  choose: 'Choisissez une conversation',
  hello: 'Dites bonjour',
  helloHint: 'Rien n’a encore été écrit ici.',
  write: 'Écrire un message',
  send: 'Envoyer',
  mayNot: 'Les lecteurs suivent la conversation mais n’y écrivent pas',
  back: 'Toutes les conversations',
  deleted: 'Ce message a été supprimé',
  formerMember: 'Ancien membre',
  you: 'Vous',
  unread: (number) => count(number, 'message non lu', 'messages non lus'),
  members: (number) => count(number, 'membre', 'membres'),
  older: 'Messages plus anciens',
  loadFailed: 'La conversation n’a pas pu être chargée',
  messageActions: 'Actions sur le message',
  makeIssue: 'En faire une remarque',
  fromChat: 'Depuis la discussion',
  tryAgain: 'Réessayer',
  status: { SENT: 'Envoyé', DELIVERED: 'Distribué', READ: 'Lu', DELETED: 'Supprimé' },
}
export default french
