/** Minimum window widths beside which panels open, in letters of the browser's size: 1000 and 1280 px where it is 16 px. */
const WIDTHS_REM = { one: 62.5, both: 80 }

/** Whether the window has room for the model beside one panel, or beside both. Panels grow with the letters of the browser. */
export const hasPanelRoom = (panels: keyof typeof WIDTHS_REM): boolean =>
  matchMedia(`(min-width: ${WIDTHS_REM[panels]}rem)`).matches
