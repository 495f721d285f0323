/** The look of photos and views at the head of an issue. */
export const pictureClass = 'aspect-video w-full rounded-control border border-line bg-sunken'
