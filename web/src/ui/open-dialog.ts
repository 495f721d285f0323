/** Whether a dialog has the page to itself; toasts, which are dialogs by their role, do not. */
export const dialogIsOpen = (): boolean =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([role=region] *)') !== null
