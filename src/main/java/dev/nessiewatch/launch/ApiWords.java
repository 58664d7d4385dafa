// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

/** What an answer of the Kubernetes API means for people: what, where, remedy. */
final class ApiWords {
    private ApiWords() {}

    /** Whether a create was turned away because the namespace is full. */
    static boolean isQuota(Answer.Given given) {
        return given.code() == 403 && given.message().contains("exceeded quota");
    }

    static String noArgo(String namespace) {
        return "The cluster of namespace " + namespace + " knows no " + ArgoWorkflow.API_VERSION
                + "; install Argo Workflows (3.6 or newer)";
    }

    /** Why a Workflow was not created. */
    static String notCreated(Answer.Given given, String namespace) {
        String where = "namespace " + namespace;
        if (isQuota(given)) {
            return "The quota of " + where + " is used up (" + given.message()
                    + "); wait for runs to end, or raise the ResourceQuota";
        }
        return switch (given.code()) {
            case 401 ->
                "The Kubernetes API does not accept the token (" + given.words()
                        + "); check the service account of the pod";
            case 403 ->
                "Creating a Workflow in " + where + " is forbidden (" + given.words()
                        + "); grant `create` and `get` on workflows.argoproj.io to the service account, and compare the"
                        + " admission policies with the manifests of this version";
            case 404 ->
                given.isUnknownKind()
                        ? noArgo(namespace)
                        : "There is no " + where + " (" + given.words()
                                + "); create it, or set nessiewatch.launch.argo.namespace";
            case 429 -> "The Kubernetes API is overloaded (" + given.words() + ")";
            default -> "A Workflow in " + where + " was not created: " + given.words();
        };
    }
}
