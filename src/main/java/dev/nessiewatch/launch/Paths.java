// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

/** Addresses of Argo's objects below the API server. All names are checked when the configuration is read. */
final class Paths {
    /** A field that the server does not know is an error, not something to be dropped in silence. */
    private static final String STRICT = "?fieldValidation=Strict";

    private Paths() {}

    static String workflow(String namespace, String name) {
        return objects(namespace) + "workflows/" + name;
    }

    static String create(String namespace) {
        return objects(namespace) + "workflows" + STRICT;
    }

    /** Everything but the storing. */
    static String dryRun(String namespace) {
        return create(namespace) + "&dryRun=All";
    }

    static String template(String namespace, String name) {
        return objects(namespace) + "workflowtemplates/" + name;
    }

    static String cronWorkflow(String namespace, String name) {
        return objects(namespace) + "cronworkflows/" + name;
    }

    private static String objects(String namespace) {
        return "apis/" + ArgoWorkflow.API_VERSION + "/namespaces/" + namespace + "/";
    }
}
