import type { Language } from '#src/domain/quick-add/types.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import type { LanguagePack } from './pack.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';

export const PACKS: Readonly<Record<Language, LanguagePack>> = { en, de, es, fr, pt, nl, it, pl };
