/** The windows in the landing page's pictures, in CSS pixels. The pictures have two pixels for each. */
export const PICTURE_SIZES = {
  desktop: { width: 1080, height: 700 },
  phone: { width: 375, height: 700 },
} as const;
