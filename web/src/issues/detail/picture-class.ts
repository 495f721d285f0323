/** The look of photos and views at the head of an issue; tall ones, as from a phone, are shown whole. */
export const pictureClass = 'aspect-video w-full object-contain rounded-control border border-line bg-sunken'
