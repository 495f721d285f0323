/** True while a modal dialog is open. Toasts, which also have the role dialog, do not count. */
export const isDialogOpen = (): boolean =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([role=region] *)') !== null
