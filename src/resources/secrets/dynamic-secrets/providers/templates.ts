import { badRequest } from '../../../../platform/errors.ts';
import { isTemplateOf } from '../../../../platform/targets/template.ts';

/** A template among the inputs: its field, how errors call it, and the variables that it may contain. */
export type TemplateField<F extends string> = readonly [field: F, called: string, variables: readonly string[]];

/** 400 for a template with something else than its variables. */
export const checkTemplates = <F extends string>(
  inputs: Readonly<Record<F, string>>,
  fields: readonly TemplateField<F>[],
): void => {
  for (const [field, called, variables] of fields)
    if (!isTemplateOf(inputs[field], variables))
      throw badRequest(
        `Template sanitization failed: ${called}. It may contain ${variables.map((each) => `{{${each}}}`).join(', ')}, and no other template.`,
      );
};
