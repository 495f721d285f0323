import type { Texts } from '../base/language.ts'

const french: Texts['sentences'] = {
  Missing: 'Manquant',
  'Not valid': 'Non valide',
  'At least {count}': 'Au moins {count}',
  'At most {count}': 'Au plus {count}',
  'At least {count} characters': 'Au moins {count} caractères',
  'At most {count} characters': 'Au plus {count} caractères',
  'Not a part of this project': 'Ne fait pas partie de ce projet',
  'There is one with this name already': 'Ce nom est déjà utilisé',
  'This file is larger than {size} MB': 'Ce fichier dépasse {size} Mo',
  'Use a JPG or PNG image': 'Utilisez une image JPG ou PNG',
  'This image has more than 100 megapixels': 'Cette image dépasse 100 mégapixels',
  'This image is damaged. Use a JPG or PNG image':
    'Cette image est endommagée. Utilisez une image JPG ou PNG',
  'The file is empty': 'Le fichier est vide',
  'A model is an .ifc or .ifczip file': 'Une maquette est un fichier .ifc ou .ifczip',
  'This password is easy to guess': 'Ce mot de passe est facile à deviner',
  'This password, or one like it, is in a list of stolen passwords':
    'Ce mot de passe, ou un autre très proche, figure dans une liste de mots de passe volés',
  'This password repeats your name or e-mail': 'Ce mot de passe reprend votre nom ou votre adresse e-mail',
  'This is not your password': 'Ce n’est pas votre mot de passe',
  'This key is not right': 'Ce code n’est pas le bon',
  'This code is not right': 'Ce code n’est pas le bon',
  'This is your address already': 'C’est déjà votre adresse',
  'Another account now uses this address': 'Un autre compte utilise désormais cette adresse',
  'Two-step sign-in is already on': 'La connexion en deux étapes est déjà activée',
  'Two-step sign-in is already off': 'La connexion en deux étapes est déjà désactivée',
  'Start two-step sign-in first': 'Recommencez la configuration depuis le début',
  'This passkey could not be verified': 'Cette clé d’accès n’a pas pu être vérifiée',
  'This passkey is already in use': 'Cette clé d’accès est déjà utilisée',
  'Create a company or join a project first': 'Créez d’abord une entreprise ou rejoignez un projet',
  'You have {count} tokens. Revoke one first.': 'Vous avez {count} jetons : révoquez-en un d’abord',
  'No program is registered with this client_id': 'Aucun programme n’est enregistré ici sous ce client_id',
  'The program has to send an S256 code_challenge': 'Le programme doit envoyer un code_challenge selon S256',
  'You are the owner of {names}. Transfer it to another member or delete it first.':
    'Vous êtes propriétaire de {names}, où d’autres travaillent aussi. Transmettez-la d’abord à l’un d’eux ou supprimez-la.',
  'Create a company first: projects belong to companies':
    'Créez d’abord une entreprise : un projet appartient à une entreprise',
  'Only administrators of this company may create projects':
    'Seuls les administrateurs de cette entreprise peuvent créer des projets',
  '{count} seats are in use. Remove members or cancel invitations first.':
    '{count} places sont occupées. Retirez d’abord des membres ou annulez des invitations.',
  'All {count} seats are in use': 'Les {count} places sont toutes occupées',
  'Transfer the company to another member first.': 'Transmettez d’abord l’entreprise à quelqu’un d’autre.',
  'The owner cannot leave. Transfer the company to another member first, or delete it.':
    'Le propriétaire ne peut pas partir. Transmettez d’abord l’entreprise à quelqu’un d’autre, ou supprimez-la.',
  '{email} is already a member of this company.': '{email} est déjà membre de cette entreprise.',
  'Another change of the subscription is in progress': 'Une autre modification de l’abonnement est en cours',
  'There is no subscription to change': 'Il n’y a pas d’abonnement à modifier',
  'There is no subscription to cancel': 'Il n’y a pas d’abonnement à résilier',
  'The subscription is already cancelled': 'L’abonnement est déjà résilié',
  'The subscription is cancelled. Undo the cancellation first.':
    'L’abonnement est résilié : annulez d’abord la résiliation',
  'There already is a subscription. Change it instead.': 'Il y a déjà un abonnement : modifiez-le',
  'Cancel the subscription first': 'Résiliez d’abord l’abonnement',
  'The free plan is already in use': 'La formule gratuite est déjà utilisée',
  'Pay the overdue invoice first': 'Réglez d’abord ce qui est dû',
  'There is no trial to extend': 'Il n’y a pas d’essai à prolonger',
  'A trial can be extended only once': 'Un essai est prolongé une seule fois',
  'This plan can be changed only by the operator of this server':
    'Cette formule est convenue avec l’exploitant de ce serveur',
  'The currency cannot be changed during a subscription':
    'La devise reste la même tant que l’abonnement court',
  'Payments are switched off on this server': 'Les paiements sont désactivés sur ce serveur',
  'This sign-up code is used up or has expired': 'Ce code d’inscription est épuisé ou a expiré',
  'This is not a valid VAT number': 'Ce numéro de TVA n’est pas valide',
  'The last payment method cannot be removed during a subscription':
    'Le dernier moyen de paiement reste tant que l’abonnement court',
  'The plan of this company includes {count} active projects':
    'La formule de cette entreprise comprend {count} projets actifs',
  'The plan of this company includes {count} seats': 'La formule de cette entreprise comprend {count} places',
  'The plan of this company includes {size} GB of storage':
    'La formule de cette entreprise comprend {size} Go de fichiers',
  'The plan of this company allows files of up to {size} MB':
    'La formule de cette entreprise accepte des fichiers jusqu’à {size} Mo',
  'API tokens are part of the Business plan': 'Les jetons d’API font partie de la formule Business',
  'Webhooks are part of the Business plan': 'Les webhooks font partie de la formule Business',
  'The subscription of this company is unpaid. You can still view and export everything.':
    'L’abonnement de cette entreprise n’est pas payé : tout reste consultable et exportable',
  'Bank transfer': 'Virement bancaire',
  Card: 'Carte',
  'Add a payment method first.': 'Ajoutez d’abord un moyen de paiement.',
  'The card was declined. Use another one or ask your bank.':
    'La carte a été refusée. Utilisez-en une autre ou contactez votre banque.',
  'This card has insufficient funds.': 'Le solde de cette carte est insuffisant.',
  'This card has expired.': 'Cette carte a expiré.',
  'Your bank requires a confirmation, which was not given.':
    'Votre banque demande une confirmation qu’elle n’a pas reçue.',
  '{email} is already a member of this project.': '{email} est déjà membre de ce projet.',
  'This person is already a member.': 'Cette personne est déjà membre.',
  'No project has this code': 'Aucun projet n’a ce code',
  'This role does not exist there': 'Ce rôle n’y existe pas',
  'This invitation was already accepted.': 'Cette invitation a déjà été acceptée.',
  'This invitation was already declined.': 'Cette invitation a déjà été refusée.',
  'This invitation was cancelled.': 'Cette invitation a été annulée.',
  'This invitation has expired.': 'Cette invitation a expiré.',
  'Your request was rejected. You can request access again from {time} UTC.':
    'Votre demande a été refusée. Vous pourrez la renouveler à partir du {time} UTC.',
  'You are already a member of this project.': 'Vous êtes déjà membre de ce projet.',
  'You have already requested access.': 'Vous avez déjà demandé l’accès.',
  'This request was already approved.': 'Cette demande a déjà été acceptée.',
  'This request was already rejected.': 'Cette demande a déjà été refusée.',
  'This request was cancelled.': 'Cette demande a été retirée.',
  'This person has become a member in the meantime.': 'Cette personne est devenue membre entre-temps.',
  'Only another member who may work on issues can take them over':
    'Seul un autre membre autorisé à traiter les remarques peut les reprendre',
  'A project has at most {count} levels': 'Un projet a au plus {count} niveaux',
  'You have {count} views here: delete some first': 'Vous avez {count} vues ici : supprimez-en d’abord',
  'A project has at most {count} templates': 'Un projet a au plus {count} modèles de remarque',
  'A project has at most {count} sections': 'Un projet a au plus {count} zones',
  'This project is not in the trash.': 'Ce projet n’est pas dans la corbeille.',
  'Too large for {paper}': 'Trop grand pour {paper}',
  'Only a waiting or running version can be stopped':
    'Seule une version en attente ou en cours peut être arrêtée',
  'Only a failed or stopped version can be restarted':
    'Seule une version échouée ou arrêtée peut être relancée',
  'Only converted versions can be compared': 'Seules des versions converties peuvent être comparées',
  'There are no two converted versions to compare': 'Il n’y a pas deux versions converties à comparer',
  'A drawing is a .pdf, .png, .jpg, .svg or .dxf file':
    'Un dessin est un fichier .pdf, .png, .jpg, .svg ou .dxf',
  'A point cloud is a .las, .laz, .e57 or .ply file':
    'Un nuage de points est un fichier .las, .laz, .e57 ou .ply',
  'A reference mesh is a .glb or .obj file': 'Un maillage de référence est un fichier .glb ou .obj',
  'The type of a file can only change before its first version':
    'Le type d’un fichier ne peut changer qu’avant sa première version',
  'This file has versions': 'Ce fichier a des versions',
  'This file is not in the trash': 'Ce fichier n’est pas dans la corbeille',
  'This version is not in the trash': 'Cette version n’est pas dans la corbeille',
  'This is the only version that is ready: delete the file, or this version with last=true':
    'C’est la seule version prête : supprimez le fichier, ou cette version avec last=true',
  'Only administrators of the project delete what is published':
    'Seuls les administrateurs du projet suppriment ce qui est publié',
  'Only administrators of the project publish or withdraw a version':
    'Seuls les administrateurs du projet publient ou retirent une version',
  'Only a version that is ready can be made current':
    'Seule une version prête peut devenir la version actuelle',
  'The bytes of this version never arrived whole: upload them again as a new version':
    'Cette version n’est jamais arrivée entière : envoyez-la de nouveau comme nouvelle version',
  'Only a member who may work on issues can be assigned':
    'Seul un membre autorisé à traiter les remarques peut être désigné',
  'There is an issue with this id': 'Il existe déjà une remarque avec cet identifiant',
  'An issue that is {from} cannot become {to} by you':
    'Vous ne pouvez pas faire passer une remarque de {from} à {to}',
  'The snapshot is not a PNG or JPEG picture': 'La capture n’est pas une image PNG ou JPEG',
  'Only editors, or who created the issue or is assigned to it, can do this':
    'Seuls les éditeurs, et qui a créé la remarque ou en est chargé, peuvent le faire',
  'Only editors, or who created the issue, can do this':
    'Seuls les éditeurs, et qui a créé la remarque, peuvent le faire',
  'Only editors, or who added it, can do this': 'Seuls les éditeurs, et qui l’a ajouté, peuvent le faire',
  'Somebody else than who resolved the issue has to do this':
    'Une autre personne que celle qui a résolu la remarque doit le faire',
  'Add a comment or a photo that shows what was done':
    'Ajoutez un commentaire ou une photo qui montre ce qui a été fait',
  'Only editors can delete an issue that is no longer open':
    'Seuls les éditeurs peuvent supprimer une remarque qui n’est plus ouverte',
  'Others have commented on this issue: only editors can delete it':
    'D’autres ont commenté cette remarque : seuls les éditeurs peuvent la supprimer',
  'Not a part of this issue': 'Ne fait pas partie de cette remarque',
  'There is a comment with this id': 'Il existe déjà un commentaire avec cet identifiant',
  'There is a view with this id': 'Il existe déjà une vue avec cet identifiant',
  'There is a file with this id': 'Il existe déjà un fichier avec cet identifiant',
  'An issue has at most {count} files': 'Une remarque a au plus {count} fichiers',
  'An issue has at most {count} places': 'Une remarque a au plus {count} emplacements',
  'An issue has at most {count} views': 'Une remarque a au plus {count} vues',
  'An issue has at most {count} related issues': 'Une remarque a au plus {count} remarques liées',
  'An issue cannot be related to itself': 'Une remarque ne peut pas être liée à elle-même',
  '"{word}" is not a word of this project': '« {word} » n’est pas un mot de ce projet',
  'An issue refers to at most {count} documents': 'Une remarque renvoie à {count} documents au plus',
  'Only photos can be drawn on': 'On ne peut dessiner que sur des photos',
  'This view has no picture to draw on': 'Cette vue n’a pas d’image sur laquelle dessiner',
  'Only who added the picture can show again what is blurred':
    'Seule la personne qui a ajouté l’image peut montrer de nouveau ce qui est flouté',
  'At most {count} issues at once': 'Au plus {count} remarques à la fois',
  'An issue has at most {count} labels': 'Une remarque a au plus {count} étiquettes',
  'This was taken back already': 'Ceci a déjà été annulé',
  'This can be taken back for a day': 'Ceci peut être annulé pendant un jour',
  'This issue was changed since': 'Cette remarque a été modifiée depuis',
  'What it had before is no longer there': 'Ce qu’elle avait avant n’existe plus',
  'A report has at most {count} issues': 'Un rapport a au plus {count} remarques',
  'Use a workbook (.xlsx) or a CSV file as exported':
    'Utilisez un classeur (.xlsx) ou un fichier CSV tel qu’exporté',
  'This file has more than {count} rows': 'Ce fichier a plus de {count} lignes',
  'The first row names no column that is known': 'La première ligne ne nomme aucune colonne connue',
  'There is no issue with this number': 'Aucune remarque n’a ce numéro',
  'This number is in the file twice': 'Ce numéro figure deux fois dans le fichier',
  '{count} imports are not finished yet: decide on them first':
    '{count} importations ne sont pas terminées : décidez-en d’abord',
  'Somebody else changed {columns} since the export':
    '{columns} a été modifié par quelqu’un d’autre depuis l’export',
  '{column}: "{value}" is not possible': '{column} : « {value} » n’est pas possible',
  'A new issue needs a title': 'Une nouvelle remarque a besoin d’un titre',
  'Nothing was imported: {count} rows are refused': 'Rien n’a été importé : {count} lignes sont refusées',
  'Nobody else is in this conversation any more': 'Il n’y a plus personne d’autre dans cette conversation',
  'A group has at most {count} people': 'Un groupe compte au plus {count} personnes',
  'This server does not know this time zone': 'Ce serveur ne connaît pas ce fuseau horaire',
  'An address as in https://example.com/path': 'Une adresse comme https://example.com/chemin',
  'This server sends to https:// only': 'Ce serveur n’envoie qu’à des adresses https://',
  'This is not an address of the public internet': 'Ce n’est pas une adresse de l’internet public',
  'A project has at most {count} webhooks': 'Un projet a au plus {count} webhooks',
  'This webhook is switched off': 'Ce webhook est désactivé',
}
export default french
