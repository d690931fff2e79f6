/** The product that wrote a calendar of Sunglow (PRODID). */
export const OWN_PRODUCT = '-//Sunglow//Sunglow//EN';
