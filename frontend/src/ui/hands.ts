/** What the reader has at hand. */

/** A device of fingers alone, as a phone is: words about keys are of no use there. */
export const fingersOnly = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;
